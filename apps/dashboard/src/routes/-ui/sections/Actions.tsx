import { Ellipsis, Play, Plus, RotateCw, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonGroup } from '../../../ui/controls/ButtonGroup.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { Specimen } from '../Specimen.tsx'

const row = 'flex flex-wrap items-center gap-2'

export function Actions() {
  return (
    <>
      <Specimen name="Variants" wide>
        <div className={row}>
          <Button variant="primary">Create project</Button>
          <Button>Connect</Button>
          <Button variant="ghost">Cancel</Button>
          <Button variant="danger">Delete project</Button>
        </div>
      </Specimen>
      <Specimen name="With icon" wide>
        <div className={row}>
          <Button variant="primary" icon={Play}>
            Run
          </Button>
          <Button icon={Plus}>New project</Button>
          <Button variant="ghost" icon={RotateCw}>
            Refresh
          </Button>
          <Button variant="danger" icon={Trash2}>
            Delete
          </Button>
        </div>
      </Specimen>
      <Specimen name="Joined" wide>
        <ButtonGroup label="Run">
          <Button>Primary database</Button>
          <Button variant="primary" icon={Play}>
            Run
          </Button>
          <IconButton label="More" icon={Ellipsis} variant="secondary" />
        </ButtonGroup>
      </Specimen>
      <Specimen name="Loading" wide>
        <div className={row}>
          <Button variant="primary" loading>
            Create project
          </Button>
          <Button loading icon={Plus}>
            Connect
          </Button>
          <Button variant="danger" loading>
            Delete project
          </Button>
        </div>
      </Specimen>
      <Specimen name="Disabled, with and without a reason" wide>
        <div className={row}>
          <Button disabled>Connect</Button>
          <Button variant="primary" reason="Name the project first">
            Create project
          </Button>
          <Button
            reason="Your role may not restart projects"
            reasonLink={<TextLink href="#Actions">See the members</TextLink>}
          >
            Restart
          </Button>
        </div>
      </Specimen>
      <Specimen name="Sizes: 28, 32, 36 px">
        <div className={row}>
          <Button size="sm">Small</Button>
          <Button>Medium</Button>
          <Button size="lg">Large</Button>
        </div>
      </Specimen>
      <Specimen name="Icon buttons">
        <div className={row}>
          <IconButton label="More actions" icon={Ellipsis} />
          <IconButton label="Add" icon={Plus} variant="secondary" />
          <IconButton label="Run" icon={Play} variant="primary" />
          <IconButton label="Refresh" icon={RotateCw} loading />
          <IconButton label="Delete" icon={Trash2} reason="The last owner cannot be removed" />
          <CopyButton text="copied" />
        </div>
      </Specimen>
      <Specimen name="Links that look like buttons">
        <div className={row}>
          <ButtonLink href="#Actions" variant="primary" icon={Plus}>
            New project
          </ButtonLink>
          <ButtonLink href="#Actions">Open</ButtonLink>
        </div>
      </Specimen>
      <Specimen name="Spinner">
        <div className={row}>
          <Spinner />
          <Spinner label="Loading projects" />
        </div>
      </Specimen>
    </>
  )
}
