import { Menu as Base } from '@base-ui/react/menu'

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}
