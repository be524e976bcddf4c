package io.evenkeel.local;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/** Pictures that follow each other for ever, as browsers and forges show them. */
final class AnimatedGif {
  private static final String FORMAT = "javax_imageio_gif_image_1.0";

  /**
   * What makes browsers begin from the start after the last picture: 1, and how often; 0: always.
   */
  private static final byte[] FOR_EVER = {1, 0, 0};

  private AnimatedGif() {}

  /**
   * Writes pictures of one size.
   *
   * @param each how long each is seen, to a hundredth of a second
   */
  static void write(Path file, List<BufferedImage> pictures, Duration each) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
    Files.deleteIfExists(file);
    try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
      writer.setOutput(out);
      writer.prepareWriteSequence(null);
      for (BufferedImage picture : pictures) {
        IIOMetadata shown = writer.getDefaultImageMetadata(new ImageTypeSpecifier(picture), null);
        shown.mergeTree(FORMAT, frame(each));
        writer.writeToSequence(new IIOImage(picture, null, shown), null);
      }
      writer.endWriteSequence();
    } finally {
      writer.dispose();
    }
  }

  private static IIOMetadataNode frame(Duration each) {
    IIOMetadataNode control = new IIOMetadataNode("GraphicControlExtension");
    control.setAttribute("disposalMethod", "none");
    control.setAttribute("userInputFlag", "FALSE");
    control.setAttribute("transparentColorFlag", "FALSE");
    control.setAttribute("transparentColorIndex", "0");
    control.setAttribute("delayTime", String.valueOf(each.toMillis() / 10));
    IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
    loop.setAttribute("applicationID", "NETSCAPE");
    loop.setAttribute("authenticationCode", "2.0");
    loop.setUserObject(FOR_EVER);
    IIOMetadataNode extensions = new IIOMetadataNode("ApplicationExtensions");
    extensions.appendChild(loop);
    IIOMetadataNode root = new IIOMetadataNode(FORMAT);
    root.appendChild(control);
    root.appendChild(extensions);
    return root;
  }
}
