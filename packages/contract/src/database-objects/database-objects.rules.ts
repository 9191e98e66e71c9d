/** Objects on one page of a list. */
export const OBJECTS_PAGE_SIZE = 100

/** How far the objects of a list are counted: of more it is only known that there are more. */
export const OBJECTS_COUNTED_MAX = 1_000

/** Characters of the part of a name that is searched for: PostgreSQL keeps 63 bytes of a name. */
export const OBJECT_SEARCH_MAX = 63

/** How long a list or the description of an object may take. */
export const OBJECT_READ_TIMEOUT_SECONDS = 15

/** How long a request waits for a change that runs outside a transaction, before it answers that the change runs. */
export const OUTSIDE_WAIT_MS = 3_000

/** How long such a change may take, and how long it may wait for others. */
export const OUTSIDE_TIMEOUT_HOURS = 24
export const OUTSIDE_LOCK_TIMEOUT_MINUTES = 60

/** Such changes of one project at a time. */
export const OUTSIDE_CHANGES_MAX = 3

/** How long, and how many of them, are kept that failed after their caller was told that they run. */
export const OUTSIDE_FAILURES_KEPT_MS = 60 * 60 * 1000
export const OUTSIDE_FAILURES_KEPT = 20

/** Values of one enumerated type in a form. */
export const ENUMERATED_VALUES_MAX = 10_000

/** Tables that are listed by name in a publication in a form. */
export const PUBLISHED_TABLES_MAX = 5_000

/** Bytes of the body of one change: 10,000 values of 63 bytes fit. */
export const OBJECT_CHANGE_BODY_LIMIT = 4 * 1024 * 1024

/** Arguments or result columns of one function: what PostgreSQL is compiled for. */
export const FUNCTION_ARGUMENTS_MAX = 100

/** Settings of one function in a form. */
export const FUNCTION_SETTINGS_MAX = 100

/** Characters of the body of a function. */
export const FUNCTION_BODY_MAX = 1_000_000

/** Characters of a type or expression inside a statement. */
export const SQL_FRAGMENT_MAX = 20_000

/** How long a change of a function may be tried. */
export const FUNCTION_CHECK_TIMEOUT_SECONDS = 5

/** Columns of one trigger in a form: a table has at most as many. */
export const COLUMNS_OF_TRIGGER_MAX = 1600

/** Arguments of one trigger in a form. */
export const TRIGGER_ARGUMENTS_MAX = 100

/** Checks of one domain in a form. */
export const DOMAIN_CHECKS_MAX = 100

/** Attributes of one composite type, as PostgreSQL limits them. */
export const ATTRIBUTES_MAX = 1600
