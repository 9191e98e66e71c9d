const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** The columns of a character in a fixed-width font: two for East Asian wide and full-width characters and emoji. */
export const displayWidth = (character: string) => (WIDE.test(character) ? 2 : 1)
