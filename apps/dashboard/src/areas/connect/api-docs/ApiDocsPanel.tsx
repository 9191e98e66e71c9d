import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { ApiDocs } from './ApiDocs.tsx'
import { type DocPlace, docSearchOf } from './doc-place.rules.ts'

/** The documentation at the side of whatever page of the project is open. Where one read is found again. */
export function ApiDocsPanel({
  projectRef,
  open,
  onOpenChange,
}: {
  projectRef: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [place, setPlace] = useState<DocPlace>({ page: 'introduction' })
  useWhenMoved(() => onOpenChange(false))
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="API docs" size="lg">
      <ApiDocs
        projectRef={projectRef}
        place={place}
        title={
          <TextLink
            tone="quiet"
            className="text-sm"
            render={<Link to="/project/$ref/api" params={{ ref: projectRef }} search={docSearchOf(place)} />}
          >
            Open as a page
          </TextLink>
        }
        renderEntry={(to, { onClick, ...props }) => (
          <button
            type="button"
            {...props}
            onClick={() => {
              setPlace(to)
              onClick()
            }}
          />
        )}
        onPlaceChange={setPlace}
      />
    </Sheet>
  )
}

/** A link in the panel leads to a page that it would hide. */
function useWhenMoved(moved: () => void) {
  const { href } = useLocation()
  const last = useRef(href)
  const tell = useEffectEvent(moved)
  useEffect(() => {
    if (last.current === href) return
    last.current = href
    tell()
  }, [href])
}
