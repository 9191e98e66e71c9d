/** How long a project's page shows that its port changed. */
export const PORT_MOVE_SHOWN_DAYS = 30

const DAY_MS = 86_400_000

/** Whether a change of port is recent enough that a program may still use the former one. */
export const isPortMoveShown = (movedAt: string, now: Date) =>
  now.getTime() - Date.parse(movedAt) < PORT_MOVE_SHOWN_DAYS * DAY_MS
