// A browser lets no page read another from a file: results are then shown without excerpts.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// What scrolls can be reached by the keyboard, and headings of the navigation have a level.
addEventListener("DOMContentLoaded", () => {
    for (const caption of document.querySelectorAll("p.caption[role=heading]")) {
        caption.setAttribute("aria-level", "2");
    }
    const boxes = document.querySelectorAll(".content pre, .content .table-wrapper, .content p:has(> img)");
    const reach = () => {
        for (const box of boxes) {
            box.toggleAttribute("tabindex", box.scrollWidth > box.clientWidth);
            if (box.hasAttribute("tabindex")) box.setAttribute("tabindex", "0");
        }
    };
    reach();
    addEventListener("resize", reach);
});
