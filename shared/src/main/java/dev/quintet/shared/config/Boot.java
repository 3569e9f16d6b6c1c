package dev.quintet.shared.config;

import dev.quintet.shared.admin.HealthProbe;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusBindException;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.runtime.util.ExceptionUtil;
import io.smallrye.config.ConfigValidationException;
import java.util.List;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The one main of all services: starts Quarkus, and says in plain lines why it did not start. */
@QuarkusMain
public class Boot {
    Boot() {}

    public static void main(String... args) {
        if (args.length == 2 && args[0].equals("healthcheck")) {
            System.exit(HealthProbe.ask(Integer.parseInt(args[1])));
        }
        Quarkus.run(null, Boot::exit, args);
    }

    private static void exit(int code, @Nullable Throwable failure) {
        int status = code;
        if (failure != null) {
            List<String> lines = explain(ExceptionUtil.getRootCause(failure), Mappings.settings());
            lines.forEach(System.err::println);
            if (lines.isEmpty()) {
                Logger.getLogger(Boot.class).error("the service could not start", failure);
            }
            status = failure(ExceptionUtil.getRootCause(failure), code);
        }
        // Quarkus' own handler, so that dev mode keeps its say.
        ApplicationLifecycleManager.getDefaultExitCodeHandler().accept(status, failure);
    }

    private static int failure(Throwable cause, int code) {
        return cause instanceof ConfigValidationException || cause instanceof StartRefusedException
                ? ConfigGate.EXIT_CODE
                : Math.max(1, code);
    }

    /** Empty for a failure that is not the operator's to fix. */
    static List<String> explain(Throwable cause, List<Setting> settings) {
        return switch (cause) {
            case StartRefusedException refused -> refused.lines();
            case ConfigValidationException invalid ->
                IntStream.range(0, invalid.getProblemCount())
                        .mapToObj(i -> explain(invalid.getProblem(i).getMessage(), settings))
                        .toList();
            case QuarkusBindException taken ->
                List.of("port " + taken.getPort() + " on " + taken.getHost() + " is taken by another process");
            case Throwable _ -> List.of();
        };
    }

    /** SmallRye names the key and the value of what it could not convert; we add what would have been right. */
    private static String explain(String message, List<Setting> settings) {
        for (Setting setting : settings) {
            String said = "config property " + setting.key() + " with the config value \"";
            int start = message.indexOf(said);
            int end = message.indexOf("\" threw an Exception", start);
            if (start >= 0 && end > start) {
                return Audit.unparsable(setting, setting.key(), message.substring(start + said.length(), end))
                        .line();
            }
        }
        return message.lines().findFirst().orElse(message);
    }
}
