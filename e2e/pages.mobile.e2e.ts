import { byLinks, walkPages } from './walk-pages.ts'

// The colours are those of the large window, which is looked at in both themes.
walkPages({ themes: ['light'], open: byLinks })
