"""How the functions of a kernel or a bot become one library: linked first, then optimised once.

Numba makes a library of every function: it links in all that the function calls, optimises the whole and turns it into
machine code. A function ten calls below an entry would be optimised ten times, and only the last result would be used.
Here an inner function stays as Numba has lowered it until an entry links all that it reaches.
"""

from __future__ import annotations

from typing import Any, ClassVar

from llvmlite import ir
from llvmlite.binding import Linkage, ModuleRef, parse_assembly
from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NativeLowering

FUNCTION = "_ZN"  # how Numba's names of compiled functions begin …
ENVIRONMENT = "_ZN08NumbaEnv"  # … and of the Python objects that a function refers to


class InnerLibrary(JITCodeLibrary):
    """One function, neither optimised together with its callees nor turned into machine code."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        if hasattr(self, "_reload_init"):  # what must run before the function is loaded from a cache; not in Numba 0.62
            for callee in self._linking_libraries:
                self._reload_init.update(callee._reload_init)
        self._finalized = True

    def _get_module_for_linking(self) -> ModuleRef:
        """The function with all that it reaches."""
        module = self._own_module()
        for library in _callers_first(self):
            if isinstance(library, InnerLibrary):
                module.link_in(library._own_module())
            else:
                module.link_in(library._get_module_for_linking(), preserve=True)
        self._load_environments(module)
        return module

    def _load_environments(self, module: ModuleRef) -> None:
        """Sets the environments of the functions of a module, as Numba does where it loads the machine code of each."""
        environments = self._codegen._create_empty_module("environments")
        for name in (variable.name for variable in module.global_variables):
            is_loaded = self._codegen._engine.is_symbol_defined(name)
            if name.startswith(ENVIRONMENT) and not is_loaded and lookup_environment(name) is not None:
                variable = ir.GlobalVariable(environments, ir.IntType(8).as_pointer(), name)
                variable.linkage, variable.initializer = "common", ir.Constant(variable.value_type, None)
        self._codegen._add_module(parse_assembly(str(environments)))
        for name in environments.globals:
            self._codegen.set_env(name, lookup_environment(name))

    def _own_module(self) -> ModuleRef:
        """A copy whose function may be defined in other modules too."""
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = Linkage.linkonce_odr
        return module


def _callers_first(root: InnerLibrary) -> list[Any]:
    """The libraries that a function reaches, each after all that call it: LLVM links only what is already called."""
    seen = {root}
    callees_first: list[Any] = []

    def visit(library: Any) -> None:
        for callee in library._linking_libraries if isinstance(library, InnerLibrary) else ():
            if callee not in seen:
                seen.add(callee)
                visit(callee)
                callees_first.append(callee)

    visit(root)
    return callees_first[::-1]


class EntryLibrary(JITCodeLibrary):
    """An entry with all that it reaches."""

    def _optimize_final_module(self) -> None:
        """Nobody else calls its functions. LLVM makes use of that: it inlines a function that is called once.

        They get names of their own. LLVM may drop arguments of an internal function, but its loader takes the next
        function of the same name to be the same one, even in another library.
        """
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and function.name.startswith(FUNCTION):
                function.linkage = Linkage.internal
                function.name = f"{self.name}.{function.name}"
        super()._optimize_final_module()


class _Lowering(NativeLowering):
    library_class: ClassVar[type[JITCodeLibrary]]

    def run_pass(self, state: Any) -> bool:
        state.library = self.library_class(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        super().run_pass(state)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(_Lowering):
    _name = "entry_lowering"
    library_class = EntryLibrary


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(_Lowering):
    _name = "inner_lowering"
    library_class = InnerLibrary

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, library = state["cr"], state.library
        module, name = lowered.fndesc.lookup_module(), lowered.fndesc.qualname
        # Numba looks functions up by what Python would call. Nobody calls this one: it has no address.
        function = _dynfunc.make_function(module, name, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(function, lowered.fndesc, [library])
        state["cr"] = lowered._replace(cfunc=function)
        return True


class _Compiler(Compiler):
    lowering: ClassVar[type[_Lowering]]

    def define_pipelines(self) -> list[Any]:
        pipelines: list[Any] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [
                (self.lowering if step is NativeLowering else step, about) for step, about in pipeline.passes
            ]
            pipeline.finalize()
        return pipelines


class EntryCompiler(_Compiler):
    """Of a function that Python calls, or that is handed over as a bot."""

    lowering = EntryLowering


class InnerCompiler(_Compiler):
    """Of a function that only compiled code calls."""

    lowering = InnerLowering
