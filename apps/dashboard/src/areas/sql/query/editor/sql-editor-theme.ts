import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Colours are the page's CSS variables, so the editor follows a change of theme. */
const base = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--surface-field)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-field)',
    color: 'var(--ink-faint)',
    border: 'none',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px', minWidth: '40px' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'color-mix(in oklab, var(--surface-3) 45%, transparent)',
  },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--surface-4)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--surface-4)',
    outline: '1px solid var(--line-strong)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { color: 'var(--critical-ink)' },
  '.cm-error-line, &.cm-focused .cm-error-line.cm-activeLine': {
    backgroundColor: 'var(--critical-subtle)',
    boxShadow: 'inset 2px 0 var(--critical)',
  },
  '.cm-gutterElement.cm-failed-statement': {
    color: 'var(--critical-ink)',
    backgroundColor: 'var(--critical-subtle)',
    boxShadow: 'inset 3px 0 var(--critical)',
  },
  '.cm-error-token': { textDecoration: 'underline wavy var(--critical)', textUnderlineOffset: '3px' },
})

const floating = EditorView.theme({
  '.cm-tooltip': {
    backgroundColor: 'var(--surface-floating)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '15em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', lineHeight: '20px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--surface-4)',
    color: 'var(--ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', color: 'var(--brand-ink)' },
  '.cm-completionDetail': { color: 'var(--ink-muted)', fontStyle: 'normal' },
  '.cm-name-hover, .cm-diagnostic': {
    padding: '6px 10px',
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
    whiteSpace: 'pre-wrap',
  },
  '.cm-diagnostic-error': { borderLeft: '2px solid var(--critical)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--critical)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--critical)' },
})

const searchPanel = EditorView.theme({
  '.cm-panels': {
    backgroundColor: 'var(--surface-2)',
    color: 'var(--ink)',
    borderColor: 'var(--line)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '6px 36px 6px 8px',
    fontSize: '12px',
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', content: '""', height: '0' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': {
    margin: '0',
    fontSize: '12px',
  },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    color: 'var(--ink-muted)',
  },
  '.cm-textfield': {
    height: '28px',
    padding: '0 8px',
    borderRadius: '6px',
    border: '1px solid var(--control)',
    backgroundColor: 'var(--surface-field)',
    color: 'var(--ink)',
  },
  '.cm-button': {
    height: '28px',
    padding: '0 8px',
    borderRadius: '6px',
    border: '1px solid var(--line-strong)',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface-3)',
    color: 'var(--ink)',
    '&:hover, &:active': { backgroundImage: 'none', backgroundColor: 'var(--surface-4)' },
  },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '10px',
    fontSize: '18px',
    color: 'var(--ink-muted)',
    cursor: 'pointer',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warning-subtle)', outline: '1px solid var(--warning-line)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'var(--warning-line)' },
})

const syntax = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--brand-ink)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--success-ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning-ink)' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--ink-muted)' },
  { tag: tags.comment, color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation], color: 'var(--ink-muted)' },
])

export const sqlEditorTheme = [base, floating, searchPanel, syntaxHighlighting(syntax)]
