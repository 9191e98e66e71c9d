import type { GuideFile } from '@basalt/contract/connect/guides/guide.ts'
import { useState } from 'react'
import { TabPanel } from '../../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'
import { CodeBlock } from '../../../../ui/text/CodeBlock.tsx'
import { FEEDBACK_MS } from '../connect-panel.ts'

/** Files to copy into an application, one tab each. */
export function FileTabs({ files }: { files: readonly GuideFile[] }) {
  const [chosen, setChosen] = useState('')
  const file = files.find(({ name }) => name === chosen) ?? files[0]
  if (!file) return null
  return (
    <Tabs
      label="Files"
      items={files.map(({ name }) => ({ value: name, label: name }))}
      value={file.name}
      onValueChange={setChosen}
    >
      {files.map(({ name, code }) => (
        <TabPanel key={name} value={name} className="pt-3">
          <CodeBlock code={code} title={name} wrap={name.startsWith('.env')} feedbackMs={FEEDBACK_MS} />
        </TabPanel>
      ))}
    </Tabs>
  )
}
