import { cx } from '../../../lib/class-names.ts'
import { Specimen } from '../Specimen.tsx'

const surfaces = ['bg-surface-0', 'bg-surface-1', 'bg-surface-2', 'bg-surface-3', 'bg-surface-4']
const tones = [
  ['Brand', 'bg-brand', 'border-brand-line bg-brand-subtle text-brand-ink'],
  ['Success', 'bg-success', 'border-success-line bg-success-subtle text-success-ink'],
  ['Warning', 'bg-warning', 'border-warning-line bg-warning-subtle text-warning-ink'],
  ['Critical', 'bg-critical', 'border-critical-line bg-critical-subtle text-critical-ink'],
] as const

export function Colours() {
  return (
    <>
      <Specimen name="Surfaces 0 to 4" wide>
        <div className="flex overflow-hidden rounded-md border">
          {surfaces.map((surface, step) => (
            <div key={surface} className={cx(surface, 'flex-1 px-2 py-3 text-2xs leading-relaxed')}>
              <p>{step}</p>
              {step < 4 && (
                <>
                  <p className="text-ink-muted">muted</p>
                  <p className="text-ink-faint">faint</p>
                </>
              )}
            </div>
          ))}
        </div>
      </Specimen>
      <Specimen name="Tones" wide>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          {tones.map(([name, solid, tinted]) => (
            <div
              key={name}
              className={cx('flex items-center gap-2 rounded-md border px-2 py-1.5 text-xs', tinted)}
            >
              <span className={cx('size-3 rounded-full', solid)} />
              {name}
            </div>
          ))}
        </div>
      </Specimen>
    </>
  )
}
