package dev.quintet.tools.smoke;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.testkit.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A certificate is exchanged under a running service. */
@Timeout(120)
class CertificateIT {
    private static final String PASSWORD = "change it";

    @TempDir
    Path folder;

    @Test
    void servesTheNewCertificateAfterAHangupAndTheOldOneAfterABrokenOne() throws Exception {
        // Given
        Path store = folder.resolve("tls.p12");
        make("one", store);
        int port = freePort();
        try (var service = ServiceProcess.of("wallet")
                .in(folder)
                .env("QUINTET_AMNESIA", "true")
                .property("quarkus.tls.edge.key-store.p12.path", store.toString())
                .property("quarkus.tls.edge.key-store.p12.password", PASSWORD)
                .property("quarkus.http.tls-configuration-name", "edge")
                .property("quarkus.http.ssl-port", Integer.toString(port))
                .start()) {
            String first = subject(port);

            // When
            make("two", store);
            service.hup();
            service.awaitLog("certificate of TLS configuration edge reloaded");
            String second = subject(port);
            Files.writeString(store, "no key store");
            service.hup();
            service.awaitLog("certificate of TLS configuration edge not reloaded");
            String third = subject(port);

            // Then
            assertThat(first).isEqualTo("CN=one");
            assertThat(second).isEqualTo("CN=two");
            assertThat(third).isEqualTo("CN=two");
            assertThat(service.admin("/metrics").body())
                    .contains("wallet_reload_fail_total{reason=\"certificate\"} 1.0");
        }
    }

    private void make(String name, Path store) throws IOException, InterruptedException {
        Path made = folder.resolve(name + ".p12");
        var keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "edge",
                        "-dname",
                        "CN=" + name,
                        "-keyalg",
                        "EC",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        made.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
        Files.move(made, store, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String subject(int port) throws Exception {
        var context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Anyone()}, new SecureRandom());
        try (var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            var certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return certificate.getSubjectX500Principal().getName();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The test looks at the certificate itself. */
    private static final class Anyone implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
