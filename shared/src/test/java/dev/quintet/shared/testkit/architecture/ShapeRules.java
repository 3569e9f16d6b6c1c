package dev.quintet.shared.testkit.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The hard limits on size: what is larger is split by concept. Read from the sources, as a reader meets them. */
public final class ShapeRules {
    static final int METHOD_LINES_MAX = 60;
    static final int PARAMETERS_MAX = 6;
    static final int TYPES_MAX = 20;
    static final int FILE_LINES_MAX = 400;

    private ShapeRules() {}

    /** One line for everything below {@code sources} that is too large; empty when the folder is not there. */
    public static List<String> violations(Path sources) {
        List<Path> files = files(sources);
        if (files.isEmpty()) {
            return List.of();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files));
            List<String> lines = new ArrayList<>();
            Map<String, Integer> types = new TreeMap<>();
            for (CompilationUnitTree unit : task.parse()) {
                long length = unit.getSourceFile()
                        .getCharContent(true)
                        .toString()
                        .lines()
                        .count();
                if (length > FILE_LINES_MAX) {
                    lines.add(
                            unit.getSourceFile().getName() + " has " + length + " lines, more than " + FILE_LINES_MAX);
                }
                new Measure(unit, Trees.instance(task), lines).scan(unit, "");
                types.merge(
                        String.valueOf(unit.getPackageName()),
                        unit.getTypeDecls().size(),
                        Integer::sum);
            }
            types.forEach((name, count) -> {
                if (count > TYPES_MAX) {
                    lines.add(name + " has " + count + " types, more than " + TYPES_MAX);
                }
            });
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path sources) {
        if (Files.notExists(sources)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(sources)) {
            return found.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Measure extends TreeScanner<Void, String> {
        private final CompilationUnitTree unit;
        private final Trees trees;
        private final List<String> lines;

        Measure(CompilationUnitTree unit, Trees trees, List<String> lines) {
            this.unit = unit;
            this.trees = trees;
            this.lines = lines;
        }

        @Override
        public Void visitClass(ClassTree node, String outer) {
            return super.visitClass(
                    node, outer.isEmpty() ? String.valueOf(node.getSimpleName()) : outer + "." + node.getSimpleName());
        }

        @Override
        public Void visitMethod(MethodTree node, String type) {
            long length = line(trees.getSourcePositions().getEndPosition(unit, node))
                    - line(trees.getSourcePositions().getStartPosition(unit, node))
                    + 1;
            if (length > METHOD_LINES_MAX) {
                lines.add(name(type, node) + " has " + length + " lines, more than " + METHOD_LINES_MAX);
            }
            if (node.getParameters().size() > PARAMETERS_MAX && !compact(node) && !imposed(node)) {
                lines.add(name(type, node) + " has " + node.getParameters().size() + " parameters, more than "
                        + PARAMETERS_MAX + ": make a record of what belongs together");
            }
            return super.visitMethod(node, type);
        }

        /** A record's compact constructor: its parameters stand in the header, before it. */
        private boolean compact(MethodTree node) {
            return node.getParameters().stream()
                    .allMatch(parameter -> trees.getSourcePositions().getStartPosition(unit, parameter)
                            < trees.getSourcePositions().getStartPosition(unit, node));
        }

        /** Somebody else's signature. */
        private static boolean imposed(MethodTree node) {
            return node.getModifiers().getAnnotations().stream()
                    .anyMatch(annotation ->
                            annotation.getAnnotationType().toString().equals("Override"));
        }

        private String name(String type, MethodTree node) {
            return type + "." + (node.getName().contentEquals("<init>") ? "new" : node.getName()) + "()";
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }
}
