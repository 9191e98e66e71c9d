import type { ComponentType } from 'react'

/** A drawing that takes its size and colour from classes, such as any icon of lucide-react. */
export type Icon = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
