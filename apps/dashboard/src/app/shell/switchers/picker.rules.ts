/** The pause in typing before projects are fetched. */
export const PICKER_SEARCH_DEBOUNCE_MS = 500
/** Longer lists have a fixed height, so that they do not jump during a search. */
export const PICKER_AUTO_HEIGHT_MAX = 7

/** One height for all lines; seven fit into 210 px. */
const LINES = '[&_[role=option]]:min-h-7 [&_[role=option]]:py-0.5'

/** 210 px. */
export const pickerListClass = (count: number) =>
  count > PICKER_AUTO_HEIGHT_MAX
    ? `h-52.5 max-h-(--available-height) ${LINES}`
    : `max-h-[min(14.5rem,var(--available-height))] ${LINES}`
