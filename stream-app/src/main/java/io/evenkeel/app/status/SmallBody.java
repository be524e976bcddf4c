package io.evenkeel.app.status;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Invocable;

/** Mutable: the body of a request, read as it comes, without a thread that waits for it. */
final class SmallBody implements Invocable.Task {
  private final Content.Source source;
  private final int most;
  private final Consumer<byte[]> whole;
  private final Consumer<Throwable> failed;
  private final ByteArrayOutputStream read = new ByteArrayOutputStream();

  /** A body is larger than it may be. */
  static final class TooLargeException extends RuntimeException {
    private TooLargeException(int most) {
      super("a body has more than " + most + " bytes");
    }
  }

  /**
   * A body that is not read yet; {@link #run} begins.
   *
   * @param most number of bytes that it may have
   * @param whole takes the body; must not block
   * @param failed takes what went wrong, a {@link TooLargeException} if it has more bytes; must not
   *     block
   */
  SmallBody(Content.Source source, int most, Consumer<byte[]> whole, Consumer<Throwable> failed) {
    this.source = source;
    this.most = most;
    this.whole = whole;
    this.failed = failed;
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  public void run() {
    Content.Chunk chunk = source.read();
    while (chunk != null && !chunk.isLast() && take(chunk)) {
      chunk = source.read();
    }
    if (chunk == null) {
      source.demand(this);
    } else if (chunk.isLast() && take(chunk)) {
      whole.accept(read.toByteArray());
    }
  }

  /** Whether the body is well so far. */
  private boolean take(Content.Chunk chunk) {
    if (Content.Chunk.isFailure(chunk)) {
      failed.accept(chunk.getFailure());
      return false;
    }
    ByteBuffer bytes = chunk.getByteBuffer();
    boolean fits = read.size() + bytes.remaining() <= most;
    if (fits) {
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      read.writeBytes(copy);
    }
    chunk.release();
    if (!fits) {
      failed.accept(new TooLargeException(most));
    }
    return fits;
  }
}
