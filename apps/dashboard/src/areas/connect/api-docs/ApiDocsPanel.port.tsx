import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Sheet } from '../../../ui/dialog/Sheet.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { ApiDocs } from './ApiDocs.tsx'
import { type DocPlace, docSearchOf } from './doc-place.rules.ts'

/** The documentation in a panel beside any page of the project. It keeps its place when reopened. */
export function ApiDocsPanel({
  projectRef,
  start = { page: 'introduction' },
  open,
  onOpenChange,
}: {
  projectRef: string
  /** What it shows at first. */
  start?: DocPlace
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const [place, setPlace] = useState(start)
  useNavigationEffect(() => onOpenChange(false))
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

/** Calls `moved` on navigation, because the panel would hide the page that its link opened. */
function useNavigationEffect(onNavigate: () => void) {
  const { href } = useLocation()
  const last = useRef(href)
  const notify = useEffectEvent(onNavigate)
  useEffect(() => {
    if (last.current === href) return
    last.current = href
    notify()
  }, [href])
}
