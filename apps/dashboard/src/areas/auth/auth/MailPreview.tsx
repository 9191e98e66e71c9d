import { useMemo } from 'react'

/** Elements that the policy of the dashboard forbids, or that would change what the frame is. */
const REMOVED = 'script, style, link, meta, base, iframe, object, embed, form, img'

/** Mails are written for a white page, whatever the theme of the dashboard. */
const LIGHT = '<meta name="color-scheme" content="light only">'

/** The content of a mail without styles and pictures, which the policy of the dashboard forbids. Links open a new tab. */
function previewOf(html: string) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(REMOVED)) element.remove()
  for (const element of body.querySelectorAll('*'))
    for (const { name } of [...element.attributes])
      if (name === 'style' || name.startsWith('on')) element.removeAttribute(name)
  for (const link of body.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noreferrer'
  }
  return LIGHT + body.innerHTML
}

/** A mail as text with links, in a frame without scripts. */
export function MailPreview({ html, title }: { html: string; title: string }) {
  const content = useMemo(() => previewOf(html), [html])
  return (
    <div className="flex flex-col gap-1.5">
      <iframe
        title={title}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={content}
        className="h-72 w-full rounded-md border border-line bg-[white]"
      />
      <p className="text-ink-muted text-xs">Shown without styles and images.</p>
    </div>
  )
}
