package dev.quintet.shared.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.quintet.shared.flow.ChannelDeclaration;
import dev.quintet.shared.flow.ChannelKind;
import dev.quintet.shared.lifecycle.TaskDeclaration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocTablesTest {
    @Test
    void rendersOneRowPerDeclarationByName() {
        // Given
        var channels = List.of(
                new ChannelDeclaration("work", ChannelKind.BOUNDED, 512, "Api", "Pool", "refuse"),
                new ChannelDeclaration("events", ChannelKind.BROADCAST, 1024, "Pool", "Audit", "lag"));
        var tasks = List.of(new TaskDeclaration("compute", "worker", "its source ends"));

        // When
        String tables = DocTables.render(channels, tasks);

        // Then
        assertThat(tables).isEqualTo("""
                | channel | kind | capacity | from → to | when full |
                |---|---|---:|---|---|
                | `events` | broadcast | 1024 | Pool → Audit | lag |
                | `work` | bounded | 512 | Api → Pool | refuse |

                | task | kind | ends when |
                |---|---|---|
                | `compute` | worker | its source ends |
                """);
    }
}
