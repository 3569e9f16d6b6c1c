package dev.quintet.shared.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.quintet.shared.capability.RequiresScope;
import dev.quintet.shared.capability.Unguarded;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScopeRulesTest {

    @Test
    void namesEveryRouteThatBreaksTheRule() {
        // When
        List<String> violations = ScopeRules.violations(new ClassFileImporter().importClasses(Careless.class));

        // Then
        assertThat(violations)
                .hasSize(5)
                .anyMatch(line -> line.contains("forgotten() changes something without @RequiresScope"))
                .anyMatch(line -> line.contains("open() changes something without @RequiresScope"))
                .anyMatch(line -> line.contains("open() is @Unguarded"))
                .anyMatch(line -> line.contains("misspelt() requires \"wallet:trasnfer\", which is no known scope"))
                .anyMatch(line -> line.contains("empty() requires no scope at all"));
    }

    @Test
    void theKitItselfIsFine() {
        assertThat(ScopeRules.violations("dev.quintet.shared")).isEmpty();
    }

    static class Careless {
        @GET
        void read() {}

        @POST
        void forgotten() {}

        @POST
        @Unguarded("a test")
        void open() {}

        @PUT
        @RequiresScope("wallet:trasnfer")
        void misspelt() {}

        @DELETE
        @RequiresScope({})
        void empty() {}

        @POST
        @RequiresScope({"wallet:burn", "wallet:issue"})
        void good() {}
    }
}
