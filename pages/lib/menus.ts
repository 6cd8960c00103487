/** Closes the page's menus on Escape and on a click elsewhere. */
export function closeMenus(): void {
  const openMenus = (): HTMLDetailsElement[] => [
    ...document.querySelectorAll<HTMLDetailsElement>('details.ticks[open]'),
  ];
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  document.addEventListener(
    'keydown',
    (event) => {
      const menu = event.target instanceof Element ? event.target.closest('details.ticks') : null;
      if (event.key !== 'Escape' || !(menu instanceof HTMLDetailsElement) || !menu.open) return;
      // The sheet around it stays open.
      event.preventDefault();
      menu.open = false;
      menu.querySelector('summary')?.focus();
    },
    { capture: true },
  );
}
