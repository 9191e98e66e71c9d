import type { Notice } from '../notifications/notifications.port.ts'

/** The notice to the owner of the installation when few database ports are left. */
export const portsNotice = ({ total, free }: { total: number; free: number }): Notice => ({
  name: 'few_ports_left',
  priority: 'Warning',
  title: 'Few database ports are left',
  message: `${free} of ${total} ports belong to no project. Set a wider BASALT_DB_PORT_RANGE before they run out: without a port, no project can be created.`,
  actions: [{ label: 'Settings of the server', url: '/docs/operate' }],
  key: `ports:${total}`,
})
