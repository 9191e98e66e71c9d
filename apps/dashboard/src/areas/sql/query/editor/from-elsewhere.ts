import { Annotation } from '@codemirror/state'

/** A change that nobody typed here, so that nothing of it has to be saved. */
export const fromElsewhere = Annotation.define<boolean>()
