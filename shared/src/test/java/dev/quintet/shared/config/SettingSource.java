package dev.quintet.shared.config;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import io.smallrye.config.common.utils.StringUtil;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.tools.ToolProvider;

/** Reads mapping interfaces from their source, because that is where the Javadoc is. */
final class SettingSource {
    private final DocTrees docs;
    private final CompilationUnitTree unit;
    private final List<Entry> entries = new ArrayList<>();

    /** One documented key; text as written in the source, empty where there is none. */
    record Entry(String key, String type, Map<String, String> facts, boolean hot, String consequence) {
        String fact(String name) {
            return facts.getOrDefault(name, "");
        }
    }

    private SettingSource(DocTrees docs, CompilationUnitTree unit) {
        this.docs = docs;
        this.unit = unit;
    }

    static List<Entry> read(Path file) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(file));
            var unit = task.parse().iterator().next();
            var source = new SettingSource(DocTrees.instance(task), unit);
            var root = (ClassTree) unit.getTypeDecls().getFirst();
            source.collect(root, root, facts(annotations(root)).getOrDefault("ConfigMapping.prefix", ""), false);
            return source.entries;
        }
    }

    private void collect(ClassTree group, ClassTree root, String prefix, boolean hot) {
        boolean groupHot = hot || facts(annotations(group)).containsKey("Hot");
        for (Tree member : group.getMembers()) {
            if (member instanceof MethodTree method) {
                var facts = facts(method.getModifiers().getAnnotations());
                String type = method.getReturnType().toString();
                String key = prefix + "." + StringUtil.skewer(method.getName().toString());
                boolean keyHot = groupHot || facts.containsKey("Hot");
                nested(root, type)
                        .ifPresentOrElse(
                                inner -> collect(inner, root, key, keyHot),
                                () -> entries.add(new Entry(key, type, facts, keyHot, javadoc(method))));
            }
        }
    }

    private static Optional<ClassTree> nested(ClassTree root, String name) {
        return root.getMembers().stream()
                .filter(ClassTree.class::isInstance)
                .map(ClassTree.class::cast)
                .filter(inner -> inner.getSimpleName().contentEquals(name))
                .findFirst();
    }

    private String javadoc(MethodTree method) {
        String text = docs.getDocComment(TreePath.getPath(unit, method));
        return text == null ? "" : text.strip().replaceAll("\\s+", " ");
    }

    private static List<? extends AnnotationTree> annotations(ClassTree type) {
        return type.getModifiers().getAnnotations();
    }

    /** {@code Bounds.min → 1}, {@code WithDefault.value → 5s}; a marker annotation is a name alone. */
    private static Map<String, String> facts(List<? extends AnnotationTree> annotations) {
        var facts = new TreeMap<String, String>();
        for (AnnotationTree annotation : annotations) {
            String name = annotation.getAnnotationType().toString();
            facts.put(name, "");
            annotation.getArguments().forEach(argument -> {
                switch (argument) {
                    case AssignmentTree named ->
                        facts.put(name + "." + named.getVariable(), text(named.getExpression()));
                    case ExpressionTree alone -> facts.put(name + ".value", text(alone));
                }
            });
        }
        return facts;
    }

    private static String text(ExpressionTree value) {
        return value instanceof LiteralTree literal ? literal.getValue().toString() : value.toString();
    }
}
