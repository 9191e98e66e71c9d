import { Globe, Search, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Specimen } from '../Specimen.tsx'

const roles = [
  { value: 'owner', label: 'Owner', description: 'Everything, and deleting the organization' },
  { value: 'administrator', label: 'Administrator', description: 'Everything but billing' },
  { value: 'developer', label: 'Developer', description: 'Data and SQL' },
  { value: 'readonly', label: 'Read-only', description: 'Looks, changes nothing', disabled: true },
]
const regions = [
  'Frankfurt',
  'Dublin',
  'London',
  'Mumbai',
  'Oregon',
  'Paris',
  'São Paulo',
  'Seoul',
  'Sydney',
  'Tokyo',
].map((label) => ({ value: label.toLowerCase(), label, icon: Globe }))

export function Inputs() {
  const [role, setRole] = useState<string | null>(null)
  const [region, setRegion] = useState<string | null>('london')
  const [password, setPassword] = useState('correct horse battery staple')
  return (
    <>
      <Specimen name="Field">
        <Field label="Name" required description="3 to 64 characters">
          <Input placeholder="My project" />
        </Field>
      </Specimen>
      <Specimen name="Invalid">
        <Field label="Name" required error="A project with this name already exists">
          <Input defaultValue="production" />
        </Field>
      </Specimen>
      <Specimen name="Password, with a generate button">
        <Field label="Database password" labelAside="Strong">
          <PasswordInput
            value={password}
            onValueChange={setPassword}
            action={
              <IconButton
                size="sm"
                label="Generate a password"
                icon={Sparkles}
                onClick={() => setPassword(crypto.randomUUID())}
              />
            }
          />
        </Field>
      </Specimen>
      <Specimen name="With icon, disabled">
        <Field label="Search">
          <Input icon={Search} placeholder="Search projects" disabled />
        </Field>
      </Specimen>
      <Specimen name="Select">
        <Field label="Role">
          <Select options={roles} value={role} onValueChange={setRole} placeholder="Choose a role" />
        </Field>
      </Specimen>
      <Specimen name="Combobox">
        <Field label="Region">
          <Combobox options={regions} value={region} onValueChange={setRegion} />
        </Field>
      </Specimen>
      <Specimen name="Select, invalid and disabled">
        <div className="grid grid-cols-2 gap-2">
          <Field label="Role" error="Choose a role">
            <Select options={roles} value={null} onValueChange={setRole} />
          </Field>
          <Field label="Plan">
            <Select
              options={[{ value: 'pro', label: 'Pro' }]}
              value="pro"
              onValueChange={() => {}}
              disabled
            />
          </Field>
        </div>
      </Specimen>
      <Specimen name="Text area">
        <Field label="Description" description="Visible to members">
          <TextArea rows={2} defaultValue="Orders, invoices and stock" />
        </Field>
      </Specimen>
      <Specimen name="Sizes: 28, 32, 36 px" wide>
        <div className="grid grid-cols-3 items-center gap-2">
          <Input size="sm" aria-label="Small" defaultValue="Small" />
          <Input aria-label="Medium" defaultValue="Medium" />
          <Input size="lg" aria-label="Large" defaultValue="Large" />
        </div>
      </Specimen>
    </>
  )
}
