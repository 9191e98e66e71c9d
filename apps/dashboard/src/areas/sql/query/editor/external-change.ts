import { Annotation } from '@codemirror/state'

/** Annotates a change that was not typed here and therefore must not be saved. */
export const externalChange = Annotation.define<boolean>()
