export const TABLE_VIEW_NAME_MAX = 100

/** Views of one table. */
export const TABLE_VIEWS_MAX = 100

/** Rules of one view, and characters of one rule. */
export const TABLE_VIEW_RULES_MAX = 200
export const TABLE_VIEW_RULE_LENGTH_MAX = 10_000

export const tableViewTaken = (name: string) =>
  `This table already has a view called ${name}. Choose another name.`
export const TOO_MANY_TABLE_VIEWS = `A table can have ${TABLE_VIEWS_MAX} views. Delete one first.`
