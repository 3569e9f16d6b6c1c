package dev.quintet.shared.testkit;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.capability.Unguarded;
import dev.quintet.shared.capability.token.Scopes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the resources of a service ask for a token wherever they change something; one call in its architecture test.
 */
public final class ScopeRules {
    private static final List<Class<? extends Annotation>> MUTATIONS =
            List.of(POST.class, PUT.class, PATCH.class, DELETE.class);

    private ScopeRules() {}

    /** One line per route under {@code basePackage}, tests excluded, that breaks the rule; empty is good. */
    public static List<String> violations(String basePackage) {
        return violations(new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(basePackage));
    }

    static List<String> violations(JavaClasses classes) {
        List<String> lines = new ArrayList<>();
        for (JavaClass type : classes) {
            for (JavaMethod method : type.getMethods()) {
                check(method, lines);
            }
        }
        return lines;
    }

    private static void check(JavaMethod method, List<String> lines) {
        boolean guarded = method.isAnnotatedWith(RequiresScope.class);
        if (!guarded && MUTATIONS.stream().anyMatch(method::isAnnotatedWith)) {
            lines.add(method.getFullName() + " changes something without @RequiresScope");
        }
        if (method.isAnnotatedWith(Unguarded.class) || method.getOwner().isAnnotatedWith(Unguarded.class)) {
            lines.add(method.getFullName() + " is @Unguarded, which is for tests only");
        }
        if (guarded) {
            checkScopes(method, lines);
        }
    }

    private static void checkScopes(JavaMethod method, List<String> lines) {
        JavaAnnotation<?> annotation = method.getAnnotationOfType(RequiresScope.class.getName());
        String[] scopes = (String[]) annotation.getExplicitlyDeclaredProperty("value");
        if (scopes.length == 0) {
            lines.add(method.getFullName() + " requires no scope at all");
        }
        for (String scope : scopes) {
            if (!Scopes.known().contains(scope)) {
                lines.add(method.getFullName() + " requires \"" + scope + "\", which is no known scope");
            }
        }
    }
}
