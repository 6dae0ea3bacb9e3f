"""For the list of signed-in devices."""

from django import template

from accounts.devices import device_name

register = template.Library()
register.filter("device_name", device_name)
