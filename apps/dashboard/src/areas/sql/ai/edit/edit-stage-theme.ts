import { EditorView } from '@codemirror/view'

/** How lines that are spoken of and lines that are proposed look; colours are the page's own. */
export const editStageTheme = EditorView.theme({
  // As high as what is in it: by its height the editor notices that the prompt has another one.
  '.cm-content': { minHeight: '0' },
  '.cm-ai-prompt': { padding: '6px 12px', cursor: 'default' },
  '.cm-ai-line': { backgroundColor: 'var(--brand-subtle)', boxShadow: 'inset 2px 0 var(--brand)' },
  '&.cm-merge-b .cm-changedLine': {
    backgroundColor: 'var(--success-subtle)',
    boxShadow: 'inset 2px 0 var(--success)',
  },
  '&.cm-merge-b .cm-changedText': {
    background: 'none',
    backgroundColor: 'color-mix(in oklab, var(--success) 22%, transparent)',
  },
  '.cm-deletedChunk': {
    padding: '0',
    backgroundColor: 'var(--critical-subtle)',
    boxShadow: 'inset 2px 0 var(--critical)',
  },
  '.cm-deletedChunk .cm-deletedLine': { padding: '0 12px' },
  '.cm-deletedChunk .cm-deletedText': {
    background: 'none',
    backgroundColor: 'color-mix(in oklab, var(--critical) 22%, transparent)',
  },
})
