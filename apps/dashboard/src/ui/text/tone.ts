/** The meaning of a colour. `brand` is for identity and selection, never for health. */
export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'critical'
