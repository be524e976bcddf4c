package io.evenkeel.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether the application answers what the manifests of deploy/kubernetes ask it. */
@ExtendWith(SharedExtension.class)
class ProbesIT {

  static List<String> paths() throws IOException {
    return KubernetesTest.paths();
  }

  @ParameterizedTest
  @MethodSource("paths")
  void isAnswered(String path, Pipeline pipeline) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) pipeline.application().status().resolve(path).toURL().openConnection();

    assertThat(connection.getResponseCode()).isEqualTo(200);
  }
}
