"""Which of our modules a phone needs, and their code without what only people read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent


def pocket_modules() -> list[Path]:
    """Return the files of `pocket` and of all our modules that it imports, below `ROOT`.

    Imports for type checkers do not count.
    """
    found: set[Path] = set()
    waiting = ["pocket"]
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if path is None or path in found:
            continue
        found.add(path)
        waiting += _parents(name)
        waiting += _imported(without_type_checking(ast.parse((ROOT / path).read_text("utf-8"))))
    return sorted(found)


def _file(module: str) -> Path | None:
    """Return the file of one of our modules, relative to `ROOT`; None if it is not ours."""
    path = Path(*module.split("."))
    for candidate in (path / "__init__.py", path.with_suffix(".py")):
        if (ROOT / candidate).is_file():
            return candidate
    return None


def _parents(module: str) -> Iterator[str]:
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def stripped(source: str) -> str:
    """Return a module's code without what only people, type checkers and the schema read.

    >>> print(stripped("def double(x):  # twice\\n    'Return 2 x.'\\n    return 2 * x"))
    def double(x):
        return 2 * x
    """
    tree = _Stripping().visit(without_type_checking(ast.parse(source)))
    return ast.unparse(ast.fix_missing_locations(tree))


class _Stripping(ast.NodeTransformer):
    def without_docstring(self, node: ast.Module | ast.ClassDef | ast.FunctionDef) -> ast.AST:
        if ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        return self.generic_visit(node)

    visit_Module = visit_ClassDef = visit_FunctionDef = without_docstring

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Keep the type of `Annotated[type, notes]` only: the notes are for the schema."""
        self.generic_visit(node)
        is_annotated = isinstance(node.value, ast.Name) and node.value.id == "Annotated"
        if is_annotated and isinstance(node.slice, ast.Tuple):
            return node.slice.elts[0]
        return node


class _TypeChecking(ast.NodeTransformer):
    def visit_If(self, node: ast.If) -> ast.AST:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)


def without_type_checking(tree: ast.Module) -> ast.Module:
    """Return the tree without what stands under `if TYPE_CHECKING`."""
    return _TypeChecking().visit(tree)  # type: ignore[no-any-return]
