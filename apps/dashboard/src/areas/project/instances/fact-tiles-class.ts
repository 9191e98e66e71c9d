/** A frame with lines between the tiles: the gap of one pixel shows the frame's background. */
export const factTilesClass =
  'grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-4'
