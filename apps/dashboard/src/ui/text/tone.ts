/** What a colour says. Brand is for identity and choice, never for a state of health. */
export type Tone = 'neutral' | 'brand' | 'success' | 'warning' | 'critical'
