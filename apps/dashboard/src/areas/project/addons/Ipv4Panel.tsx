import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { SheetBody } from '../../../ui/dialog/SheetBody.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { switchIpv4 } from './addons.queries.ts'

type Choice = 'with' | 'without'

const options = [
  {
    value: 'without' as const,
    label: 'No IPv4 address',
    description:
      'The direct connection and the dedicated pooler listen on IPv6 only. The shared pooler stays on IPv4.',
  },
  {
    value: 'with' as const,
    label: 'IPv4 address',
    description: 'The direct connection and the dedicated pooler listen on IPv4 as well.',
  },
]

/** Whether the direct connection of a project listens on IPv4. */
export function Ipv4Panel({
  projectRef,
  hasIpv4,
  isRunning,
  refusal,
  close,
}: {
  projectRef: string
  hasIpv4: boolean
  isRunning: boolean
  refusal: string | undefined
  close: () => void
}) {
  const { mutate, isPending, error } = useMutation(switchIpv4(projectRef))
  const [choice, setChoice] = useState<Choice>(hasIpv4 ? 'with' : 'without')
  const isOn = choice === 'with'
  const reason = refusal ?? (isOn === hasIpv4 ? 'Choose the other option first' : undefined)
  const apply = () =>
    mutate(isOn, {
      onSuccess: () => {
        toast({ title: isOn ? 'IPv4 address added' : 'IPv4 address removed', tone: 'success' })
        close()
      },
    })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && close()}
      title="IPv4 address"
      description="Whether direct connections to this project's database can use IPv4."
    >
      <SheetBody>
        <RadioGroup
          aria-label="IPv4 address"
          layout="cards"
          options={options}
          value={choice}
          onValueChange={setChoice}
          disabled={refusal !== undefined}
        />
        {isRunning && isOn !== hasIpv4 && (
          <Callout tone="warning" title="The database restarts">
            Open connections end; clients can reconnect a moment later.
          </Callout>
        )}
        {error && (
          <Callout tone="critical" role="alert">
            {error.message}
          </Callout>
        )}
      </SheetBody>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="primary"
          loading={isPending}
          onClick={apply}
          {...(reason !== undefined && { reason })}
        >
          Confirm
        </Button>
      </DialogFooter>
    </Sheet>
  )
}
