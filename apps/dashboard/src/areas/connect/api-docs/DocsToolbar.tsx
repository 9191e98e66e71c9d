import { Menu, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { LazySelect } from '../../../ui/controls/LazySelect.tsx'
import type { Option } from '../../../ui/controls/option.ts'
import { When } from '../../../ui/text/When.tsx'
import { type Language, languageNames, languages } from './snippet-language.rules.ts'
import type { Snippets } from './use-snippets.ts'

const languageOptions: readonly Option<Language>[] = languages.map((value) => ({
  value,
  label: languageNames[value],
}))

/** The toolbar: language and key of snippets, and on narrow screens the contents button. */
export function DocsToolbar({
  title,
  snippets: { language, setLanguage, keys, user, stopActing },
  isMenuOpen,
  onMenuToggle,
}: {
  title: ReactNode
  snippets: Snippets
  isMenuOpen: boolean
  onMenuToggle: () => void
}) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      <Button icon={Menu} aria-expanded={isMenuOpen} onClick={onMenuToggle} className="@3xl:hidden" size="sm">
        Contents
      </Button>
      {title}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <div className="w-32">
          <LazySelect
            aria-label="Language"
            options={languageOptions}
            value={language}
            onValueChange={setLanguage}
          />
        </div>
        <div className="w-52">
          <LazySelect
            aria-label="Key"
            options={keys.options}
            value={keys.value}
            onValueChange={keys.choose}
          />
        </div>
      </div>
      {user && (
        <p className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="wrap-anywhere">
            Snippets act as <strong className="font-semibold">{user.name}</strong>, with a token that expires{' '}
            <When time={user.expires_at} />.
          </span>
          <Button size="sm" icon={UserX} onClick={stopActing}>
            Stop
          </Button>
        </p>
      )}
      {keys.problem && (
        <p role="alert" className="basis-full text-critical-ink text-sm">
          {keys.problem}
        </p>
      )}
    </div>
  )
}
