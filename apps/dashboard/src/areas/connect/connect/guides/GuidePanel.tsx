import type { GuideChoice, GuideFramework } from '@basalt/contract/connect/guides/guide.ts'
import { SAMPLE_SQL } from '@basalt/contract/connect/guides/guide.ts'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { type ConnectPanelProps, FEEDBACK_MS } from '../connect-panel.ts'
import { chosenOf, frameworkChange, usingChange } from '../connect-search.rules.ts'
import { GuideSteps } from '../GuideSteps.port.tsx'

/** How to use a project's APIs from an application. */
export function GuidePanel({
  projectRef,
  search,
  onSearchChange,
  frameworks,
}: ConnectPanelProps & { frameworks: readonly GuideFramework[] }) {
  const framework = chosenOf(frameworks, search.framework)
  const using = framework && chosenOf(framework.using, search.using)
  const client = using && chosenOf(using.with, search.with)
  if (!framework || !using || !client) return null
  const { guide } = client
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label="Framework"
          choices={frameworks}
          chosen={framework}
          onChoose={(key) => onSearchChange(frameworkChange(key))}
        />
        {framework.using.length > 1 && (
          <ChoiceField
            label="Using"
            choices={framework.using}
            chosen={using}
            onChoose={(key) => onSearchChange(usingChange(key))}
          />
        )}
        {using.with.length > 1 && (
          <ChoiceField
            label="With"
            choices={using.with}
            chosen={client}
            onChoose={(key) => onSearchChange({ with: key })}
          />
        )}
        <TextLink external href={framework.docsUrl} className="ml-auto py-1.5 text-sm">
          {framework.label} guide
        </TextLink>
      </div>
      <GuideSteps key={`${framework.key} ${using.key} ${client.key}`} projectRef={projectRef} guide={guide}>
        <Disclosure summary="Create the table that these files read">
          <CodeBlock code={SAMPLE_SQL} label="SQL that creates the table" feedbackMs={FEEDBACK_MS} />
          <p className="pt-2 text-ink-muted text-xs">Run it in the SQL editor.</p>
        </Disclosure>
      </GuideSteps>
    </>
  )
}

/** A labelled combobox of a guide's choices. */
export function ChoiceField<One extends GuideChoice>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string
  choices: readonly One[]
  chosen: One
  onChoose: (key: string) => void
}) {
  return (
    <Field label={label} className="w-48">
      <Combobox
        options={choices.map(({ key, label: name }) => ({ value: key, label: name }))}
        value={chosen.key}
        onValueChange={(key) => key !== null && key !== chosen.key && onChoose(key)}
      />
    </Field>
  )
}
