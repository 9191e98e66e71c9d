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
import { errorPlace } from './error-place.ts'
import { lateNames } from './late-names.ts'
import { lateTools } from './late-tools.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { sqlEditorTheme } from './sql-editor-theme.ts'

const TAB_SIZE = 2

/** The words of the search panel, as the rest of the page writes words. */
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
  /** Has the lines of the selection written by something else than keys; undefined where nothing can. */
  onAssist: ((view: EditorView) => void) | undefined
  /** Undefined as long as the schema is not known. */
  catalogue: () => CatalogueIndex | undefined
  /** Whether names are offered while one types. */
  isCompleting: () => boolean
}

/** What an editor for PostgreSQL's SQL is made of. */
export function sqlEditorSetup({
  label,
  hint,
  onRun,
  onRunStatement,
  onFormat,
  onAssist,
  catalogue,
  isCompleting,
}: Options): Extension[] {
  return [
    // Above everything: the default keys insert a line on this shortcut.
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: handled(onRun), shift: handled(onRunStatement), preventDefault: true },
        { key: 'Shift-Alt-f', run: handled(onFormat), preventDefault: true },
        ...(onAssist ? [{ key: 'Mod-k', run: handled(onAssist), preventDefault: true }] : []),
      ]),
    ),
    sqlEditorLook(),
    EditorView.contentAttributes.of({
      'aria-label': label,
      // The text can be scrolled, so what checks for keyboard reach wants to see that it takes focus.
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
    lateNames(catalogue, isCompleting),
    errorPlace,
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    lateTools,
  ]
}

/** What makes SQL look as it does here, also where it is not edited. */
export function sqlEditorLook(): Extension[] {
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

/** Does something with the text as it stands: what was offered is out of place then. */
const handled = (act: (view: EditorView) => void) => (view: EditorView) => {
  closeCompletion(view)
  act(view)
  return true
}
