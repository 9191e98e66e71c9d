/** Colours of a mail program, whatever the theme of the dashboard: mails are written for a white page. */
const BASE =
  '<base target="_blank"><meta name="color-scheme" content="light"><style>body{margin:12px;font:14px/1.5 system-ui,sans-serif;color:#111;background:#fff}</style>'

/** A mail as its reader sees it, in a frame without scripts. Links open a new tab. */
export const MailPreview = ({ html, title }: { html: string; title: string }) => (
  <iframe
    title={title}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcDoc={BASE + html}
    className="h-80 w-full rounded-md border border-line bg-white"
  />
)
