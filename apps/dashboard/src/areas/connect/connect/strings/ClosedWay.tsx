import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { connectLinks } from '../connect-links.tsx'

/** Instead of a string that would not work: why there is none, and what would open it. */
export function ClosedWay({
  projectRef,
  text,
  isModes,
}: {
  projectRef: string
  text: string
  isModes: boolean
}) {
  return (
    <Callout tone="warning" title="This way is not open">
      {text}{' '}
      {isModes ? (
        <TextLink render={connectLinks(projectRef).poolMode}>Change the pool mode</TextLink>
      ) : (
        'Choose another method.'
      )}
    </Callout>
  )
}
