import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { connectLinks } from '../connect-links.tsx'

/** Replaces the connection string of an unavailable method with the reason and the remedy. */
export function UnavailableMethod({
  projectRef,
  text,
  isPoolMode,
}: {
  projectRef: string
  text: string
  isPoolMode: boolean
}) {
  return (
    <Callout tone="warning" title="This method is not available">
      {text}{' '}
      {isPoolMode ? (
        <TextLink render={connectLinks(projectRef).poolMode}>Change the pool mode</TextLink>
      ) : (
        'Choose another method.'
      )}
    </Callout>
  )
}
