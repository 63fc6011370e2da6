"""The board of Explore New York: blocks, cafés and cards as plain files, and the grid they lie on."""
