import { Link } from '@tanstack/react-router'

/** Links to other pages for the `render` of a TextLink; following one closes the dialog. */
export const connectLinks = (projectRef: string) => {
  const params = { ref: projectRef }
  return {
    poolMode: <Link to="/project/$ref/database/settings" params={params} hash="connection-pooler" />,
    pooling: <Link to="/project/$ref/database/settings" params={params} hash="connection-pooling" />,
    ipv4: <Link to="/project/$ref/settings/addons" params={params} search={{ panel: 'ipv4' }} />,
    apiKeys: <Link to="/project/$ref/settings/api-keys" params={params} />,
  }
}
