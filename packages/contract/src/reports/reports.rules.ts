export const REPORT_NAME_MAX = 100
export const REPORT_DESCRIPTION_MAX = 500
/** Reports of one project. */
export const REPORTS_MAX = 100
/** Blocks of one report. */
export const BLOCKS_MAX = 40
/** Characters of a block of text. */
export const BLOCK_TEXT_MAX = 10_000

/** Columns of the grid that blocks lie on. */
export const GRID_COLUMNS = 12
/** Rows of the grid: more than anybody scrolls through. */
export const GRID_ROWS_MAX = 1_000
/** The smallest block, and the tallest, in cells of the grid. */
export const BLOCK_WIDTH_MIN = 2
export const BLOCK_HEIGHT_MIN = 2
export const BLOCK_HEIGHT_MAX = 20

export const blockKinds = ['chart', 'sql', 'text'] as const
export type BlockKind = (typeof blockKinds)[number]

export const TOO_MANY_REPORTS = `A project can have ${REPORTS_MAX} reports. Delete one first.`
export const reportTaken = (name: string) =>
  `This project already has a report called ${name}. Choose another name.`
export const REPORT_CHANGED =
  'Someone else saved this report in the meantime. Load their version, or replace it with yours.'
