import { encode } from 'uqr'

/** The white margin in modules that the QR code standard requires. */
const QUIET_ZONE = 4

/** A QR code, black on white in every theme, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md max-sm:self-center"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(rowPath).join('')} fill="#000" />
    </svg>
  )
}

const rowPath = (row: boolean[], y: number) =>
  row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')
