import { useState } from 'react'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Specimen } from '../Specimen.tsx'

const sizes = [
  { value: 'nano', label: 'Nano', description: '0.5 GB of memory' },
  { value: 'micro', label: 'Micro', description: '1 GB of memory' },
  { value: 'large', label: 'Large', description: 'Not on this machine', disabled: true },
]

export function Controls() {
  const [isChecked, setChecked] = useState(true)
  const [isOn, setOn] = useState(true)
  const [size, setSize] = useState<string>('nano')
  return (
    <>
      <Specimen name="Checkbox">
        <div className="flex flex-col gap-3">
          <Checkbox
            checked={isChecked}
            onCheckedChange={setChecked}
            label="Enable row level security"
            description="Rows are hidden until a policy shows them."
          />
          <Checkbox checked={false} indeterminate onCheckedChange={setChecked} label="All tables" />
          <Checkbox checked={false} onCheckedChange={setChecked} label="Off" />
          <Checkbox checked disabled onCheckedChange={setChecked} label="Disabled" />
        </div>
      </Specimen>
      <Specimen name="Switch">
        <div className="flex flex-col gap-3">
          <Switch
            checked={isOn}
            onCheckedChange={setOn}
            label="Pause when idle"
            description="After an hour without a connection."
            trailing
          />
          <Switch checked={!isOn} onCheckedChange={(next) => setOn(!next)} label="Always on" trailing />
          <Switch checked disabled onCheckedChange={setOn} label="Disabled" trailing />
        </div>
      </Specimen>
      <Specimen name="Radio group">
        <Field label="Size">
          <RadioGroup options={sizes} value={size} onValueChange={setSize} />
        </Field>
      </Specimen>
      <Specimen name="Radio cards">
        <Field label="Size">
          <RadioGroup options={sizes} value={size} onValueChange={setSize} layout="cards" />
        </Field>
      </Specimen>
    </>
  )
}
