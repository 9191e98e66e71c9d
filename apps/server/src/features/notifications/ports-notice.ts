import type { Notice } from './notice.ts'

/** What the owner of the installation is told when few ports are left for databases. */
export const portsNotice = ({ total, free }: { total: number; free: number }): Notice => ({
  name: 'few_ports_left',
  priority: 'Warning',
  title: 'Few database ports are left',
  message: `${free} of ${total} ports belong to no project. Set a wider BASALT_DB_PORT_RANGE before they run out: without a port, no project can be created.`,
  actions: [{ label: 'Settings of the server', url: '/docs/operate' }],
  key: `ports:${total}`,
})
