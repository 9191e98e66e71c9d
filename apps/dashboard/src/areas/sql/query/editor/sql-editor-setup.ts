import {
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import { cspNonce } from '../../../../lib/csp.ts'
import type { CatalogueIndex } from './catalogue-index.ts'
import { errorMarks } from './error-marks.ts'
import { lazyNames } from './lazy-names.ts'
import { lazySearchAndLint } from './lazy-search-and-lint.ts'
import { lintSwitch } from './lint-switch.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { sqlEditorTheme } from './sql-editor-theme.ts'

const TAB_SIZE = 2

/** Texts of the search panel in sentence case, like the rest of the page. */
const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
}

interface Options {
  /** The editor's name for screen readers. */
  label: string
  hint: string
  onRun: () => void
  onRunStatement: () => void
  onFormat: () => void
  /** Opens the AI prompt for the selected lines; undefined when AI editing is not possible. */
  onAiEdit: ((view: EditorView) => void) | undefined
  /** Returns undefined until the schema is loaded. */
  catalogue: () => CatalogueIndex | undefined
  /** Whether names are suggested while typing. */
  isCompleting: () => boolean
  /** Whether the text is a script, in which syntax errors are underlined. */
  isScript: () => boolean
}

/** The extensions of an editor for PostgreSQL's SQL. */
export function sqlEditorSetup({
  label,
  hint,
  onRun,
  onRunStatement,
  onFormat,
  onAiEdit,
  catalogue,
  isCompleting,
  isScript,
}: Options): Extension[] {
  return [
    // Highest precedence: the default keymap inserts a line on this shortcut.
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: handled(onRun), shift: handled(onRunStatement), preventDefault: true },
        { key: 'Shift-Alt-f', run: handled(onFormat), preventDefault: true },
        ...(onAiEdit ? [{ key: 'Mod-k', run: handled(onAiEdit), preventDefault: true }] : []),
      ]),
    ),
    sqlEditorAppearance(),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // Accessibility checks require scrollable content to be focusable.
      tabindex: '0',
      'aria-description': 'Press Escape, then Tab to leave the editor',
    }),
    EditorState.phrases.of(phrases),
    placeholder(hint),
    indentUnit.of(' '.repeat(TAB_SIZE)),
    EditorState.allowMultipleSelections.of(true),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    lazyNames(catalogue, isCompleting),
    errorMarks,
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    lintSwitch.of(isScript),
    lazySearchAndLint,
  ]
}

/** The extensions that determine the appearance of SQL, also where it is not edited. */
export function sqlEditorAppearance(): Extension[] {
  const nonce = cspNonce()
  return [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    postgresDialect.extension,
    EditorState.tabSize.of(TAB_SIZE),
    EditorView.lineWrapping,
    lineNumbers(),
    sqlEditorTheme,
  ]
}

/** Closes the completion list before the command acts on the text. */
const handled = (act: (view: EditorView) => void) => (view: EditorView) => {
  closeCompletion(view)
  act(view)
  return true
}
