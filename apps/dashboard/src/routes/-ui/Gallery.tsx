import { useState } from 'react'
import { type Theme, themeLabels } from '../../lib/theme.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { ThemeScope } from '../../ui/ThemeScope.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import { Pane } from './pane.ts'
import { Actions } from './sections/Actions.tsx'
import { Colours } from './sections/Colours.tsx'
import { Controls } from './sections/Controls.tsx'
import { DataGrids } from './sections/DataGrids.tsx'
import { Facts } from './sections/Facts.tsx'
import { Feedback } from './sections/Feedback.tsx'
import { Forms } from './sections/Forms.tsx'
import { Inputs } from './sections/Inputs.tsx'
import { Layers } from './sections/Layers.tsx'
import { Layout } from './sections/Layout.tsx'
import { Menus } from './sections/Menus.tsx'
import { Panels } from './sections/Panels.tsx'
import { Tables } from './sections/Tables.tsx'
import { Type } from './sections/Type.tsx'

const sections = {
  Colours,
  Type,
  Actions,
  Inputs,
  Controls,
  Forms,
  Layers,
  Menus,
  Feedback,
  Panels,
  Layout,
  Facts,
  Tables,
  DataGrids,
}

const pairs = {
  'dark,light': ['dark', 'light'],
  'classic-dark,light': ['classic-dark', 'light'],
  dark: ['dark'],
  light: ['light'],
  'classic-dark': ['classic-dark'],
} satisfies Record<string, Theme[]>
type Pair = keyof typeof pairs

const pairOptions = (Object.keys(pairs) as Pair[]).map((value) => ({
  value,
  label: pairs[value].map((theme) => themeLabels[theme]).join(' and '),
}))

/** Every component of the design system in every state, side by side in two themes. */
export function Gallery() {
  const [pair, setPair] = useState<Pair>('dark,light')
  return (
    <main className="mx-auto max-w-[1400px] px-4 py-6">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="font-semibold text-xl tracking-tight">Design system</h1>
          <p className="text-ink-muted">Every component in every state. Development only.</p>
        </div>
        <Select
          aria-label="Themes"
          options={pairOptions}
          value={pair}
          onValueChange={setPair}
          className="max-w-60"
        />
      </header>
      <nav aria-label="Sections" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {Object.keys(sections).map((name) => (
          <TextLink key={name} tone="quiet" href={`#${name}`}>
            {name}
          </TextLink>
        ))}
      </nav>
      {Object.entries(sections).map(([name, Section]) => (
        <section key={name} id={name} aria-label={name} className="mt-8">
          <h2 className="mb-2 font-semibold text-base">{name}</h2>
          <div className={pairs[pair].length > 1 ? 'grid gap-3 lg:grid-cols-2' : ''}>
            {pairs[pair].map((theme) => (
              <ThemeScope key={theme} theme={theme} className="min-w-0 rounded-md border border-line p-4">
                <Pane value={theme}>
                  <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
                    <Section />
                  </div>
                </Pane>
              </ThemeScope>
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}
