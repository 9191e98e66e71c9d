import { Facet } from '@codemirror/state'

/** Whether the text is linted as a script; also text that is an expression or in another language is edited here. */
export const lintSwitch = Facet.define<() => boolean>()
