import { Link } from '@tanstack/react-router'

/** Pages that the dialog leads to; going there closes it. For the `render` of a TextLink. */
export const connectLinks = (projectRef: string) => {
  const params = { ref: projectRef }
  return {
    poolMode: <Link to="/project/$ref/database/settings" params={params} hash="connection-pooler" />,
    pooling: <Link to="/project/$ref/database/settings" params={params} hash="connection-pooling" />,
    ipv4: <Link to="/project/$ref/settings/addons" params={params} search={{ panel: 'ipv4' }} />,
    apiKeys: <Link to="/project/$ref/settings/api-keys" params={params} />,
  }
}
