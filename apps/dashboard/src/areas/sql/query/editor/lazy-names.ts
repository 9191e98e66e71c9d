import { autocompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { hoverTooltip, ViewPlugin } from '@codemirror/view'
import { lazyModule } from '../../../../lib/lazy-module.ts'
import { whenIdle } from '../../../../lib/when-idle.ts'
import type { CatalogueIndex } from './catalogue-index.ts'

const names = lazyModule(async () => {
  const [{ completeSql }, { nameTooltip }] = await Promise.all([
    import('./completion.ts'),
    import('./hover.ts'),
  ])
  return { completeSql, nameTooltip }
})
type Names = NonNullable<ReturnType<typeof names.get>>

/** Synchronous once the code is loaded. Null when loading fails: writing and running work without it. */
function withNames<Result>(use: (loaded: Names) => Result | null): Result | null | Promise<Result | null> {
  const loaded = names.get()
  return loaded
    ? use(loaded)
    : names.load().then(
        () => use(names.get()!),
        () => null,
      )
}

/** Completion and hover tooltips for names, whose code loads after the editor. */
export const lazyNames = (
  catalogue: () => CatalogueIndex | undefined,
  isCompleting: () => boolean,
): Extension => [
  autocompletion({
    override: [
      (context) =>
        context.explicit || isCompleting()
          ? withNames(({ completeSql }) =>
              // The list of an editor that has lost the focus would stay open.
              context.view?.hasFocus === false ? null : completeSql(catalogue())(context),
            )
          : null,
    ],
    icons: false,
  }),
  hoverTooltip((view, pos) => withNames(({ nameTooltip }) => nameTooltip(catalogue(), view, pos))),
  ViewPlugin.define(() => ({ destroy: whenIdle(() => void names.load().catch(() => undefined)) })),
]
