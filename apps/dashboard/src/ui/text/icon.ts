import type { ComponentType } from 'react'

/** An icon component that takes size and colour from classes, such as those of lucide-react. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
